/** Settings, the status map, approvals and the modules of the portal. */
export declare const settingsEs: Readonly<Record<string, string>>
