// Loads nothing. The cost of a module is measured relative to this.
