"""Function words of languages in Latin script: what tells English from its neighbours in a text of a few words.

Words that are English ones beside ("in", "is", "a") may stand in the lists of other languages: they count half, there
and for English.
"""

from __future__ import annotations

from collections.abc import Mapping

from .word_lists import word_set

ENGLISH = word_set(
    """
    the of and to that it for with by from which who whose this these those they their them there been being has have
    had were are would could should will may might must can cannot not but or if than then when where while because
    about after before between during through into its his her she he you your we our us how what why also other more
    most some any each such only both very does did doesn't isn't wasn't don't didn't can't something someone there's
    """
)

SHARED = word_set(
    """
    a an in is as at on are be was no do so or me i am by he we it us under over den en to men per plus son
    met die van sin era come ya com
    """
)
"""English words, most of them function words, that are function words of other languages too."""

OTHERS: Mapping[str, frozenset[str]] = {
    "French": word_set(
        """
        le la les un une des du de et est sont était étaient été dans par pour avec sur qui que dont où ce cette ces
        cet il elle ils elles nous vous ne pas plus au aux son sa ses leur leurs mais ou donc à comme entre aussi
        très être avoir fait peut depuis
        """
    ),
    "German": word_set(
        """
        der das den dem des ein eine einen einem einer eines und ist sind wurde wurden nicht mit von vom zu zur zum
        auf für im als auch es sie er ich wir ihr nach bei aus durch über unter oder aber dass wenn wird werden hat
        haben sich seine ihre diese dieser dieses noch nur sehr zwischen seit
        """
    ),
    "Spanish": word_set(
        """
        el la los las un una unos unas de del y es son fue fueron era en por para con que se su sus como más pero
        este esta estos estas al lo le les ha han está están entre muy también sobre cuando donde desde sin hasta
        """
    ),
    "Portuguese": word_set(
        """
        o os um uma uns umas da dos das e é são foi foram era em na nos nas por para com que se seu sua seus suas
        como mais mas este esta esse essa ao à pelo pela não também muito entre quando onde desde até sobre
        """
    ),
    "Italian": word_set(
        """
        il lo la le i gli un una uno di del della dei delle degli e è sono fu era erano stato stata da dal dalla nel
        nella nei per con che si suo sua suoi come più ma questo questa questi al alla ai anche molto tra fra quando
        dove non ha hanno
        """
    ),
    "Dutch": word_set(
        """
        de het een en zijn werd werden van voor met op aan door bij uit naar te niet ook maar als dat die deze dit er
        hij zij ze wij om over onder tussen sinds heeft hebben kan wordt worden nog zeer
        """
    ),
    "Swedish": word_set(
        """
        och att det som är av för med den till på inte om ett han hon de har hade var från eller men vid så blev
        mellan sedan också mycket kan ska där när under
        """
    ),
    "Danish or Norwegian": word_set(
        """
        og at det som er af av til på ikke den en et de har havde hadde var fra eller men ved blev ble mellem mellom
        også meget kan skal hvor når med
        """
    ),
    "Polish": word_set(
        """
        i w we na z ze do się jest są był była było przez dla od po nie że jak który która które oraz ale także lub
        za przy
        """
    ),
    "Czech": word_set(
        """
        a v na z do se je jsou byl byla bylo pro od po že jak který která které ale také nebo za při ve s k
        """
    ),
    "Turkish": word_set(
        """
        ve bir bu için ile olan olarak da de çok daha en gibi sonra kadar ya ancak her ne olduğu tarafından
        """
    ),
    "Romanian": word_set(
        """
        și este sunt a fost au din la în cu de pe un o care mai pentru prin sau dar este lui ei între după
        """
    ),
    "Indonesian or Malay": word_set(
        """
        yang dan di adalah untuk dengan dari ini itu pada tidak oleh sebagai dalam telah akan juga atau ke merupakan
        """
    ),
    "Vietnamese": word_set(
        """
        là của và các có được trong cho với một những này từ đã không đến vào về người khi ở tại
        """
    ),
    "Finnish": word_set(
        """
        ja on oli ovat ei se että joka mutta myös tai hän sen kun niin kuin ovat olivat
        """
    ),
    "Hungarian": word_set(
        """
        az és egy hogy nem is volt van meg ez csak mint már de ha vagy majd több után
        """
    ),
}

FOREIGN = frozenset(word for known in OTHERS.values() for word in known) - ENGLISH - SHARED
"""Function words of other languages that are no English words."""
