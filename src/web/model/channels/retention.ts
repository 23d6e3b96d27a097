const FOR_EVER = -1;

/** Whether a retention period in days is shorter than another one; -1 is without end. */
export const isShorter = (days: number, than: number): boolean =>
  days !== FOR_EVER && (than === FOR_EVER || days < than);
