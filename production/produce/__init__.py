"""From a brief to an inspected film: plan, prompts, takes, edit, inspection, record."""
