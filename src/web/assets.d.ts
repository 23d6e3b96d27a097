/** Styles are bundled into a file next to the program that imports them. */
declare module "*.css";

/** The list of common passwords, which is bundled into the program that judges new passwords. */
declare module "*.txt" {
  const text: string;
  export default text;
}
