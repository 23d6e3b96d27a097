/** A description as HTML: its paragraph, escaped. */
export const renderBlock = (text: string) =>
  text === ""
    ? ""
    : `<p>${text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/\n/g, "<br>\n")}</p>`;
