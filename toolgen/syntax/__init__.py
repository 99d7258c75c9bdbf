"""One file's bytes → `ModuleFacts`: a pure function, so that its results can be cached and made in other processes."""
