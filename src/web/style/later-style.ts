/** Where the build puts the styles of what is loaded later. */
declare const LATER_STYLE: string;

/** Is there once what is loaded later looks as it should, or never will: then it is better plain than not there. */
export const laterStyle: Promise<unknown> = new Promise((resolve) => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = LATER_STYLE;
  link.onload = resolve;
  link.onerror = resolve;
  document.head.append(link);
});
