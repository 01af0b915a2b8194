"""The version of the whole project, the only place where it is written."""

VERSION = "0.1.0"
