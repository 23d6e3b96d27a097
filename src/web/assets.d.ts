/** Styles are bundled into a file beside the program that imports them. */
declare module "*.css";
