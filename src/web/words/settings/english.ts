// The build writes the English settings texts here, like a translation. Without a build, the catalogs have them.
export {};
