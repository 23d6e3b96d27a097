const LINK = /^\[[^\]\n]*\]\(\/user_uploads\/[^)\s]+\/Voice-message-\d+m\d\ds\.\w+\)$/;
const PLAYER = /^<p><audio [^>]*src="\/user_uploads\/[^"]+\/Voice-message-\d+m\d\ds\.\w+"[^>]*><\/audio><\/p>$/;

/** Whether the Markdown or the HTML of a message is a voice message alone, without words such as those of a transcript. */
export const isOnlyVoice = (text: string): boolean => LINK.test(text) || PLAYER.test(text);
