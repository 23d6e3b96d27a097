/** A position in an archive: a member and, for members of rows, the line (1-based). */
export interface ArchiveLocation {
  readonly member: string;
  readonly line?: number;
}

/**
 * An error that affects the whole archive. Invalid rows are reported individually instead, and don't affect the others.
 */
export class ArchiveError extends Error {
  constructor(problem: string, place?: ArchiveLocation) {
    const line = place?.line === undefined ? "" : `, line ${place.line}`;
    super(place === undefined ? problem : `${problem} (${place.member}${line})`);
    this.name = "ArchiveError";
  }
}
