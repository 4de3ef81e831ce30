import type { FastifyBaseLogger } from 'fastify'
import type { Bindings, ChildLoggerOptions, Level, Logger } from 'pino'

/**
 * A logger that adds its bindings, such as the request id, to each line. Every request gets a child logger
 * but most log nothing, so the pino child is created with the first line.
 */
export class RequestLogger implements FastifyBaseLogger {
  readonly #logger: Logger
  readonly #bindings: Bindings
  readonly #options: ChildLoggerOptions | undefined
  #own: Logger | undefined

  constructor(logger: Logger, bindings: Bindings, options?: ChildLoggerOptions) {
    this.#logger = logger
    this.#bindings = bindings
    this.#options = options
  }

  get level(): string {
    return this.#logger.level
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line)
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line)
  }

  info(...line: unknown[]): void {
    this.#write('info', line)
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line)
  }

  error(...line: unknown[]): void {
    this.#write('error', line)
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line)
  }

  silent(): void {}

  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger {
    return new RequestLogger(this.#made(), bindings, options)
  }

  #made(): Logger {
    this.#own ??= this.#logger.child(this.#bindings, this.#options)
    return this.#own
  }

  #write(level: Level, line: unknown[]): void {
    if (!this.#logger.isLevelEnabled(level)) return
    const logger = this.#made()
    Reflect.apply(logger[level], logger, line)
  }
}
