interface Callable {
  readonly endpoints?: readonly {
    readonly kind: string;
    readonly needsTestHooks?: boolean;
    readonly route: string;
    readonly params: object;
  }[];
}

/** The parameters of each call, as a program's Worker sends them decoded to an object. */
export const callForms = (features: readonly Callable[]): Record<string, string> =>
  Object.fromEntries(
    features
      .flatMap(({ endpoints = [] }) => endpoints)
      .filter(({ kind, needsTestHooks }) => kind !== "edge" && needsTestHooks !== true)
      .map(({ route, params }) => [route, Object.keys(params).sort().join(" ")] as const)
      .sort(),
  );
