/** Why a media request failed, as sent to clients. */
export type MediaCode = "MEDIA_AWAY" | "MEDIA_BUSY" | "SESSION_GONE" | "BAD_MEDIA" | "NOT_THERE" | "EMPTY";

const SAYS: Readonly<Record<MediaCode, string>> = {
  MEDIA_AWAY: "The media server cannot be reached.",
  MEDIA_BUSY: "The media server is busy.",
  SESSION_GONE: "This connection has ended. Make another one.",
  BAD_MEDIA: "This description of media is not good.",
  NOT_THERE: "Nobody sends this.",
  EMPTY: "Nothing has been sent yet.",
};

/** Thrown if the SFU refuses a request or can't be reached. */
export class MediaRefused extends Error {
  /** `isUnsure`: the request may have been carried out anyway. */
  constructor(
    readonly code: MediaCode,
    readonly isUnsure = false,
  ) {
    super(SAYS[code]);
  }
}
