export const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
