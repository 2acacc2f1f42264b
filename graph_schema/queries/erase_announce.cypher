// Say that text of a tenant is about to be erased, before it is: who opens a job from now on takes note of it. What an
// earlier deletion, killed on its way, has left announced counts until its time has run out.
// Parameters: id (the tenant's label), erasure, now, until (seconds since the epoch). Index: tenant_search_id.
MATCH (t:TenantSearch {id: $id})
SET t.erasures = coalesce(t.erasures, 0) + 1,
    t.erasing = CASE WHEN coalesce(t.erasing_until, 0.0) < $now THEN [$erasure] ELSE t.erasing + [$erasure] END,
    t.erasing_until = $until
