import type { ServerResponse } from 'node:http'

const scriptPath = '/__remote-dev/reload.js'
const streamPath = '/__remote-dev/changes'

/** Served as a file, because the portal's policy runs no inline script. */
const script = `new EventSource(${JSON.stringify(streamPath)}).addEventListener('reload', () => location.reload())\n`

/** Reloads open pages after a build. */
export class Reloads {
  readonly #pages = new Set<ServerResponse>()

  /** Responds to the two addresses of its own. Returns false for any other. */
  handle(path: string, response: ServerResponse): boolean {
    if (path === scriptPath) {
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script)
      return true
    }
    if (path !== streamPath) return false
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.flushHeaders()
    this.#pages.add(response)
    response.on('close', () => this.#pages.delete(response))
    return true
  }

  /** The document with the script that listens for changes. */
  addTo(html: string): string {
    return html.replace('</head>', `<script defer src=${scriptPath}></script></head>`)
  }

  send(): void {
    for (const page of this.#pages) page.write('event: reload\ndata: {}\n\n')
  }
}
