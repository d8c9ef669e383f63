"""Every game in the interfaces of others, one module each; each needs the package that it is named after."""
