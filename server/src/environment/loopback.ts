const loopbackNames = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** Is this host name the machine itself? `localhost`, any name below it, 127.x.x.x and ::1 are. */
export function isLoopback(host: string): boolean {
  return loopbackNames.has(host) || host.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(host)
}
