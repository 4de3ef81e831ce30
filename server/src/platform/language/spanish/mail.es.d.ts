/** Mail: mailboxes, drafts, sending and answers of mail servers. */
export declare const mailEs: Readonly<Record<string, string>>
