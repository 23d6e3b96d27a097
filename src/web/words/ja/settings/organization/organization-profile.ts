import type { Translation } from "../../../catalog.ts";
import { number } from "../../../format.ts";
import type {
  onboardingWords,
  organizationMessagesWords,
  organizationProfileWords,
  userDefaultsWords,
} from "../../../settings/organization/organization-profile.ts";

export const organizationProfile: Translation<typeof organizationProfileWords> = {
  rows: {
    name: "組織名",
    description: "説明",
    org_type: "組織の種類",
    icon: "アイコン",
    logo: "ライトテーマ用のロゴ",
    night_logo: "ダークテーマ用のロゴ",
    address: "URL",
    enable_spectator_access: "アカウントのない訪問者に閲覧を許可",
    deactivate: "組織を無効化",
  },
  about: "概要",
  pictures: "画像",
  seen: "アクセス",
  end: "組織を無効化",
  descriptionHint: "Markdown を使えます。ログインページに表示されるため、インターネット上の誰でも読めます。",
  preview: "プレビュー",
  iconHint: "正方形の画像です。名前の横、メール、通知に表示されます。",
  logoHint: "横長の画像です。ロゴを表示するクライアントで使われます。",
  upload: "画像を選択…",
  remove: "削除",
  tooLarge: (mib) => `画像は ${mib} MB までです。`,
  addressHint: "招待、メール、リンクに使われます。サーバー管理者が変更できます。",
  spectatorHint: "訪問者はウェブ公開チャンネルだけを閲覧でき、投稿はできません。",
  spectatorClosed: "このサーバーではウェブ公開チャンネルが無効になっています。",
  holdsPossible: "このサーバーでは、所有者が削除や編集されたメッセージを訴訟などに備えて保管できます。",
  invited: "参加には招待が必要です。",
  open: "URL を知っている人は誰でも参加できます。",
  toPermissions: "参加できる人を変更",
  ended:
    "誰もログインできなくなり、何も送信されなくなります。データはすべて保持され、サーバー管理者が再び有効にできます。",
  endTitle: (name) => `${name} を無効化しますか？`,
  endText: (people) =>
    people === 1
      ? "あなたはログアウトされ、誰もこの組織を使えなくなります。"
      : `${number(people)} 人全員がログアウトされ、誰もこの組織を使えなくなります。`,
  typeName: (name) => `確認のため「${name}」と入力`,
  endAction: "組織を無効化",
  types: {
    0: "未設定",
    10: "企業",
    20: "オープンソースプロジェクト",
    30: "教育（非営利）",
    35: "教育（営利）",
    40: "研究",
    50: "イベント・カンファレンス",
    60: "非営利団体",
    70: "政府・自治体",
    80: "政治団体",
    90: "コミュニティ",
    100: "個人",
    1000: "その他",
  },
};

export const organizationMessages: Translation<typeof organizationMessagesWords> = {
  rows: {
    default_code_block_language: "コードブロックのデフォルト言語",
    inline_image_preview: "メッセージ内に画像と動画を表示",
    inline_url_embed_preview: "リンク先のプレビューを表示",
    media_preview_size: "メッセージ内の画像の大きさ",
    gif_rating_policy: "GIF ピッカー",
    send_channel_events_messages: "チャンネルの変更に関するお知らせを投稿",
    require_e2ee_push_notifications: "プッシュ通知の内容にエンドツーエンド暗号化を必須にする",
    transcribe_voice_messages: "ボイスメッセージを文字起こしする",
    video_chat_provider: "通話サービス",
    encrypt_calls: "メディアサーバーにも読めないように通話を暗号化する",
    jitsi_server_url: "Jitsi Meet の URL",
  },
  messages: "メッセージ",
  codeHint: "``` の後に書く名前（python など）です。空欄にすると色分けされません。",
  previewHint: "オフにすると、リンクだけが表示されます。今後送信されるメッセージに適用されます。",
  mediaSizes: { 100: "標準", 150: "大", 200: "特大" },
  gifHint:
    "GIF ピッカーのあるアプリで表示できる内容の上限（年齢区分）です。このクライアントには GIF ピッカーがありません。",
  noGifs: "オフ",
  channelEventsHint: "チャンネル名の変更などを、トピック「channel events」に投稿します。",
  cardHint: "サーバーがリンク先のページのタイトルと画像を取得します。",
  pushHint: "対応していないアプリには、プッシュ通知が届かなくなります。",
  calls: "通話",
  callsHint: "通話へのリンクと、ほかのアプリの通話ボタンで使われます。",
  noCalls: "なし",
  ownCalls: "内蔵の通話",
  transcribeHint: "送信者は自分のボイスメッセージを Cloudflare の Workers AI で文字起こしできます。",
  encryptHint:
    "今後始まる通話が対象です。メディアサーバーは通話を聞くことも見ることもできません。参加には新しいブラウザーが必要です。",
  jitsiHint: "空欄にすると、サーバーのデフォルトが使われます。",
};

export const onboarding: Translation<typeof onboardingWords> = {
  rows: {
    welcome_message_custom_text: "ウェルカムメッセージのカスタマイズ",
    send_welcome_emails: "新しいメンバーにウェルカムメールを送信",
    message_content_allowed_in_email_notifications: "メールにメッセージの内容を含める",
    digest_emails_enabled: "不在だった人にダイジェストを送信",
    digest_weekday: "曜日",
  },
  newcomers: "新規参加者",
  welcomeHint:
    "Markdown を使えます。ウェルカムボットが、自身のメッセージの後に新しいメンバーへ送信します。招待ごとに別のメッセージも設定できます。",
  trial: "自分にテストを送信",
  trialSent: "ウェルカムボットがテストを送信しました",
  letterHint: "ログインする場所と、使用するメールアドレスを知らせるメールです。",
  emails: "メール",
  contentHint: "オフにすると、メールではメッセージがあることだけが伝えられます。",
  digest: "週刊メール",
  digestHint: "参加チャンネルで活発だった会話と、新しいチャンネルをお知らせします。各自でオフにできます。",
  noMail: "このサーバーはメールを送信できません。",
  weekdays: {
    0: "月曜日",
    1: "火曜日",
    2: "水曜日",
    3: "木曜日",
    4: "金曜日",
    5: "土曜日",
    6: "日曜日",
  },
};

export const userDefaults: Translation<typeof userDefaultsWords> = {
  rows: { title: "ユーザー設定のデフォルト" },
  hint: "今後参加する人に適用されます。各自で変更できます。既存のメンバーの設定は変わりません。",
};
