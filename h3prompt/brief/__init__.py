"""What a person wants of a film, as data: ``brief.yaml``, its loader and its model."""
