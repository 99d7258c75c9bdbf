"""Classes of the source → `ClassSpec`: their fields, as each kind of class has them."""
