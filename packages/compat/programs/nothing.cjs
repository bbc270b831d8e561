// Loads nothing: what a module costs is measured beside this.
