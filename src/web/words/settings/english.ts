// The build puts the English texts of the settings here, in the form of the translations; unbuilt, the catalogs have them.
export {};
