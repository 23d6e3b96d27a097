/** Returns a fake of the page's `localStorage`, with the stored items as properties. */
export function webStorage(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const kept: Record<string, string> = {};
  const methods = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => {
      kept[name] = value;
    },
    removeItem: (name: string) => {
      delete kept[name];
    },
  };
  return new Proxy(methods, {
    ownKeys: () => Object.keys(kept),
    getOwnPropertyDescriptor: (_, name) => ({ configurable: true, enumerable: true, value: kept[String(name)] }),
  });
}
