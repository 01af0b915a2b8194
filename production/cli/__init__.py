"""The command line. Every command is a thin call on the library; only the one that runs is imported."""
