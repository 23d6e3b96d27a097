import type { en } from "./en.ts";

export const ja: typeof en = {
  failures: {
    state: ({ service }) => ({
      title: "このログインは別の場所で開始されました",
      text: `${service} からの応答は、このブラウザーで開始されていないか、最新ではないログインのものです。ログインしていません。もう一度やり直してください。`,
    }),
    expired: () => ({
      title: "時間がかかりすぎました",
      text: "ログインの有効期限は 15 分です。もう一度やり直してください。",
    }),
    used: () => ({
      title: "このログインはすでに使用されています",
      text: "ログインページは 1 回しか使えないため、ブラウザーの「戻る」では開き直せません。もう一度やり直してください。",
    }),
    cancelled: ({ service }) => ({
      title: "ログインしませんでした",
      text: `${service} でのログインがキャンセルされたか、アクセスが拒否されました。`,
    }),
    provider_down: ({ service }) => ({
      title: `${service} が応答しません`,
      text: `${service} に接続できませんでした。数分後にもう一度お試しいただくか、別の方法でログインしてください。`,
    }),
    untrusted: ({ service }) => ({
      title: `${service} から予期しない応答がありました`,
      text: "このログインのものではないため、ログインしていません。もう一度お試しください。再び発生する場合は、サーバー管理者に知らせてください。詳細はサーバーのログにあります。",
    }),
    unverified: ({ service, email }) => ({
      title: "メールアドレスが確認されていません",
      text: `${email || "メールアドレス"} があなたのものであることを ${service} が確認していません。${service} で確認してから、もう一度お試しください。`,
    }),
    not_allowed: ({ organization, email }) => ({
      title: "このメールアドレスはここでは使用できません",
      text: `${organization} では ${email || "このアドレス"} のアカウントは許可されていません。別のアドレスでログインするか、管理者に問い合わせてください。`,
    }),
    deactivated: ({ organization }) => ({
      title: "アカウントは無効になっています",
      text: `${organization} の管理者が再び有効にできます。`,
    }),
    login_only: ({ service, email }) => ({
      title: "まだアカウントがありません",
      text: `${email || "このアドレス"} のアカウントはここにはなく、${service} では作成できません。管理者に招待を依頼してください。`,
    }),
    invitation_needed: ({ organization, email }) => ({
      title: "招待が必要です",
      text: `${email || "このアドレス"} のアカウントは ${organization} になく、参加には招待が必要です。別のアドレスでログインするか、招待を依頼してください。`,
    }),
    other_address: ({ service, email }) => ({
      title: "この招待は別のアドレス宛てです",
      text: `${service} でのアドレスは ${email || "別のもの"} です。${service} で招待されたアカウントを選択するか、招待に戻ってパスワードで参加してください。`,
    }),
    not_confirmed: ({ email }) => ({
      title: "このメールアドレスはまだ確認されていません",
      text: `${email || "このアドレス"} は管理者がアカウントに設定したものです。届いたメールのリンクを開いてから、もう一度ログインしてください。`,
    }),
    other_login: ({ service, email }) => ({
      title: "このアカウントは別のログインのものです",
      text: `${email || "このアドレス"} のアカウントは、${service} の別の人またはアカウントに連携されています。そのアカウントかパスワードでログインしてください。連携は設定で解除できます。`,
    }),
    not_fresh: ({ service }) => ({
      title: `${service} で再ログインが行われませんでした`,
      text: `この変更には直前のログインが必要です。${service} からログアウトして、もう一度お試しください。`,
    }),
    switched_off: ({ service, organization }) => ({
      title: `${service} でのログインは無効です`,
      text: `${organization} ではこのログイン方法が無効になっています。別の方法でログインしてください。`,
    }),
    linked_elsewhere: ({ service, organization }) => ({
      title: "このログインはすでに連携されています",
      text: `この ${service} アカウントは ${organization} の別のアカウントに連携されています。先にそのアカウントの設定で連携を解除するか、別の ${service} アカウントを選択してください。`,
    }),
    passkey_wanted: ({ service, organization }) => ({
      title: "パスキーでログインしてください",
      text: `${organization} ではパスキーが必要です。${service} だけではログインできません。`,
    }),
    setup_wanted: ({ organization }) => ({
      title: "先にアカウントを保護してください",
      text: `${organization} ではパスキーまたは 2 要素認証が必要です。このブラウザーで設定してから、アプリでもう一度やり直してください。`,
    }),
  },
  failed: "ログインできませんでした",
  again: (service) => `${service} でもう一度試す`,
  otherAccount: "別のアカウントを選択",
  setUp: (service) => `ここに ${service} でログイン`,
  withPasskey: "ログインページに移動",
  toSettings: "設定に戻る",
  otherWays: "すべてのログイン方法",
  fromApp: "アプリから来た場合は、アプリでもう一度やり直してください。",
  joinTitle: (organization) => `${organization} に参加`,
  joinAbout: (service) => `${service} でログインしましたが、ここにはまだアカウントがありません。`,
  email: "メールアドレス",
  fullName: "名前",
  fullNameHint: "他の人に表示される名前です。後で変更できます。",
  join: (organization) => `${organization} に参加`,
  haveAccount: "すでにアカウントを持っています",
  backTitle: "ログインしました",
  backText: "このタブを閉じて、元のタブに戻ってください。",
  goOn: (organization) => `${organization} に移動`,
  carryTitle: "アプリに戻る",
  carryAbout: "ログインしました。このトークンをコピーし、1 分以内にアプリに戻ってください。",
  token: "ログイントークン",
  copy: "コピー",
  copied: "コピーしました。アプリに戻ってください。",
  appTitle: "ブラウザーで続行",
  appAbout: (service) =>
    `${service} でのログインがウェブブラウザーで開きました。そこでログインし、表示されたトークンをコピーして戻ってください。`,
  pasted: "ログイントークン",
  finish: "ログイン",
  openAgain: "ブラウザーをもう一度開く",
  wrongToken: "このログインのトークンではありません。もう一度コピーしてください。",
};
