const LINK = /^\[[^\]\n]*\]\(\/user_uploads\/[^)\s]+\/Voice-message-\d+m\d\ds\.\w+\)$/;
const PLAYER = /^<p><audio [^>]*src="\/user_uploads\/[^"]+\/Voice-message-\d+m\d\ds\.\w+"[^>]*><\/audio><\/p>$/;

/** True if a message's Markdown or HTML is only a voice message, without words such as a transcript. */
export const isOnlyVoice = (text: string): boolean => LINK.test(text) || PLAYER.test(text);
