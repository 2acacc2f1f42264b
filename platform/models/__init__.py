"""Models that know only text: embedders, NLI, Chinese word segmentation."""
