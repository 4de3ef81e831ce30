/** Files, uploads and the virus scanner. */
export declare const filesEs: Readonly<Record<string, string>>
