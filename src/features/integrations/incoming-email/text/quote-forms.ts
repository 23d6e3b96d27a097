// How email programs introduce quotes and forwarded emails, in the languages of their users.

/** A line that only announces an earlier email. */
const SEPARATOR =
  /^[-_*\s]{2,}(?:original message|original-?nachricht|ursprüngliche nachricht|message d['’]origine|message original|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|oprindelig meddelelse|ursprungligt meddelande|исходное сообщение)[-_*\s]{2,}$/i;

/** A line that announces a forwarded email. */
const FORWARD =
  /^[-_*>\s]*(?:forwarded message|begin forwarded message:|weitergeleitete nachricht|anfang der weitergeleiteten nachricht:|message transféré|début du message transféré :|mensaje reenviado|mensagem encaminhada|messaggio inoltrato|inizio messaggio inoltrato:|doorgestuurd bericht|vidarebefordrat brev|пересылаемое сообщение|пересланное сообщение)[-_*\s]*$/i;

/** Header names above a quoted email. */
const SENDER = /^\*{0,2}(?:from|von|de|da|van|från|fra|от)\*{0,2}\s?:\*{0,2}\s*\S/i;
const TIME =
  /^\*{0,2}(?:sent|date|gesendet|datum|envoyé|date|enviado|enviada em|inviato|data|verzonden|skickat|sendt|дата|отправлено)\*{0,2}\s?:/i;
const SUBJECT = /^\*{0,2}(?:subject|betreff|objet|asunto|assunto|oggetto|onderwerp|ämne|emne|тема)\*{0,2}\s?:/i;

/** A line that states who wrote the quoted text, and when. */
const ATTRIBUTIONS: readonly RegExp[] = [
  /^On\s.{5,400}\swrote:$/i,
  /^Am\s.{3,400}\s(?:schrieb\b.{0,300}|hat\s.{1,300}geschrieben\s?):$/i,
  /^Le\s.{5,400}\sa écrit\s?:$/i,
  /^El\s.{5,400}\sescribió:$/i,
  /^Il\s.{5,400}\sha scritto:$/i,
  /^Em\s.{5,400}\sescreveu:$/i,
  /^Op\s.{5,400}\sschreef\b.{0,300}:$/i,
  /^(?:Den|På)\s.{5,400}\sskrev\b.{0,300}:$/i,
  /^W dniu\s.{5,400}\snapisał\b.{0,300}:$/i,
];

/** Other forms. They must fit on one line, because nothing marks where a longer one would start. */
const SHORT_ATTRIBUTIONS: readonly RegExp[] = [
  /\s(?:wrote|schrieb|писал|пишет):$/i,
  /^.{5,300}<[^<>\s]{3,200}@[^<>\s]{1,200}>.{0,60}:$/,
];

/** Maximum lines of a wrapped attribution. */
const MAX_LINES = 4;
/** Maximum lines of headers above a quoted email. */
const MAX_HEADERS = 8;
const MAX_LINE_LENGTH = 1000;

export const isSeparator = (line: string): boolean => line.length < MAX_LINE_LENGTH && SEPARATOR.test(line.trim());
export const isForwardMark = (line: string): boolean => line.length < MAX_LINE_LENGTH && FORWARD.test(line.trim());
export const isQuoted = (line: string): boolean => /^\s{0,3}>/.test(line);
/** Returns the mark of quoted lines that a line starts with: usually ">", in older programs a tab or a bar. */
export const markOf = (line: string): string | undefined => (isQuoted(line) ? ">" : /^[\t|]/.exec(line)?.[0]);
export const hasMark = (line: string, mark: string): boolean => (mark === ">" ? isQuoted(line) : line.startsWith(mark));
/** Whether a line consists of underscores or dashes, as in Outlook and mailing lists. */
export const isRule = (line: string): boolean => /^(?:_{10,}|-{10,}|---)$/.test(line.trim());

/** Whether the headers of a quoted email start at a line: sender, date and subject. */
export function isHeaderBlock(lines: readonly string[], at: number): boolean {
  if (!SENDER.test((lines[at] ?? "").slice(0, MAX_LINE_LENGTH))) return false;
  const next = lines.slice(at + 1, at + MAX_HEADERS).map((line) => line.slice(0, MAX_LINE_LENGTH));
  return next.some((line) => TIME.test(line)) && next.some((line) => SUBJECT.test(line));
}

/** Counts the lines of an attribution starting at a line; 0 if there is none. */
export function attributionLines(lines: readonly string[], at: number): number {
  let text = "";
  for (let count = 1; count <= MAX_LINES; count += 1) {
    const line = (lines[at + count - 1] ?? "").trim();
    if (line === "" || isQuoted(line) || text.length + line.length > MAX_LINE_LENGTH) return 0;
    text = text === "" ? line : `${text} ${line}`;
    if (!line.endsWith(":")) continue;
    const forms = count === 1 ? [...ATTRIBUTIONS, ...SHORT_ATTRIBUTIONS] : ATTRIBUTIONS;
    return forms.some((form) => form.test(text)) ? count : 0;
  }
  return 0;
}

/** Whether an attribution has both an address and a year. If so, what follows is a quote even without marks. */
export const isExact = (attribution: string): boolean => /@/.test(attribution) && /\b(?:19|20)\d\d\b/.test(attribution);
