/** A place in an archive: a member, and in a member of rows the line, counted from 1. */
export interface ArchiveLocation {
  readonly member: string;
  readonly line?: number;
}

/** A fault of an archive as a whole. Rows that are wrong are told one by one instead, and leave the rest good. */
export class ArchiveError extends Error {
  readonly place: ArchiveLocation | undefined;

  constructor(problem: string, place?: ArchiveLocation) {
    const line = place?.line === undefined ? "" : `, line ${place.line}`;
    super(place === undefined ? problem : `${problem} (${place.member}${line})`);
    this.name = "ArchiveError";
    this.place = place;
  }
}
