// The build writes the English settings texts here, like a translation. Without a build, they are in the catalogs.
export {};
