import type { TrackKind } from "./frames.ts";

/** Audio settings that the receiver requests. Almost nothing is sent during silence. */
const SETTINGS: Partial<Record<TrackKind, Readonly<Record<string, number>>>> = {
  mic: { usedtx: 1, useinbandfec: 1, maxaveragebitrate: 32_000 },
  sound: { stereo: 1, useinbandfec: 1, maxaveragebitrate: 128_000 },
};

/**
 * Returns the other end's description, changed to request the right settings for each audio line. `kindOf` returns a
 * line's kind by its `mid`.
 */
export function askForSounds(sdp: string, kindOf: (mid: string | null) => TrackKind | undefined): string {
  return sdp
    .split(/^(?=m=)/m)
    .map((section) => {
      const kind = kindOf(/^a=mid:(\S+)/m.exec(section)?.[1] ?? null);
      const settings = kind && SETTINGS[kind];
      return settings === undefined ? section : withSettings(section, settings);
    })
    .join("");
}

function withSettings(section: string, settings: Readonly<Record<string, number>>): string {
  const [map, format] = /^a=rtpmap:(\d+) opus\/48000.*\r?\n/im.exec(section) ?? [];
  if (map === undefined) return section;
  const line = new RegExp(`^a=fmtp:${format} (.*?)\\r?\\n`, "m").exec(section);
  const given = line?.[1]?.split(";").filter((one) => !((one.split("=")[0] ?? "").trim() in settings)) ?? [];
  const wanted = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const fmtp = `a=fmtp:${format} ${[...given, ...wanted].join(";")}\r\n`;
  return line === null ? section.replace(map, `${map}${fmtp}`) : section.replace(line[0], fmtp);
}
