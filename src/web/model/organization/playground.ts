/** The address that opens a playground with some code, by a template (RFC 6570, with the variable `code` alone). */
export function playgroundUrl(template: string, code: string): string {
  const encoded = encodeURIComponent(code);
  return template.replace(/\{([+#./;?&]?)code\*?\}/g, (_whole, operator: string) => {
    switch (operator) {
      case "":
        return encoded;
      case "+":
        return encodeURI(code);
      case "#":
        return `#${encodeURI(code)}`;
      case "?":
      case "&":
      case ";":
        return `${operator}code=${encoded}`;
      default:
        return operator + encoded;
    }
  });
}
