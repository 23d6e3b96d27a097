interface Entries<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

export function entryOf<K, V>(map: Entries<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
