interface Callable {
  readonly endpoints?: readonly {
    readonly kind: string;
    readonly needsTestHooks?: boolean;
    readonly route: string;
    readonly params: object;
  }[];
}

/** Returns the parameters of each call. A program's Worker sends them, decoded, as an object. */
export const callForms = (features: readonly Callable[]): Record<string, string> =>
  Object.fromEntries(
    features
      .flatMap(({ endpoints = [] }) => endpoints)
      .filter(({ kind, needsTestHooks }) => kind !== "edge" && needsTestHooks !== true)
      .map(({ route, params }) => [route, Object.keys(params).sort().join(" ")] as const)
      .sort(),
  );
