const loopbackNames = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** Whether a host name is loopback: `localhost` and its subdomains, 127.x.x.x and ::1. */
export function isLoopback(host: string): boolean {
  return loopbackNames.has(host) || host.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(host)
}
