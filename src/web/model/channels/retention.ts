const FOR_EVER = -1;

/** Whether a period of days deletes what another one keeps; -1 is for ever. */
export const isShorter = (days: number, than: number): boolean =>
  days !== FOR_EVER && (than === FOR_EVER || days < than);
