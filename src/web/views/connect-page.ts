/** Returns the address of the server's page about connecting other clients, in this language. */
export const connectPage = (section = ""): string =>
  `/help/connect?language=${document.documentElement.lang}${section}`;
