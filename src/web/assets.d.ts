/** Styles are bundled into a file beside the program that imports them. */
declare module "*.css";

/** The list of common passwords, which the program that judges new ones has in it. */
declare module "*.txt" {
  const text: string;
  export default text;
}
