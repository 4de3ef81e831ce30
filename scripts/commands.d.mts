/** Every command of the repository, and the file that Node runs for it. */
export declare const commands: Readonly<Record<string, string>>
/** The commands of a packaged portal, and the file of the server for each. */
export declare const packagedCommands: Readonly<Record<string, string>>
/** Options of Node for a process that is a server. */
export declare const serverOptions: readonly string[]
/** Environment of a server, unless it is set already. */
export declare const serverEnvironment: Readonly<Record<string, string>>
