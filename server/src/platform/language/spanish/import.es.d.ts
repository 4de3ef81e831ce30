/** Importing and exporting. */
export declare const importEs: Readonly<Record<string, string>>
