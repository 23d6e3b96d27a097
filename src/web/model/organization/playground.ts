/** Returns the URL that opens a playground with some code. The template is RFC 6570 with only the variable `code`. */
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
