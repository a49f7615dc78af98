/** Whole configurations of nginx and Apache around the lines that a test tries. They write only into `folder`. */

/** `servers`: the server blocks. */
export const nginxAround = (folder: string, servers: readonly string[]): string =>
  `pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; daemon off; events {}
http {
  access_log off;
  ${
    ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")
  }
  ${servers.join("\n  ")}
}`;

/** `hosts`: for each port the lines in its virtual host. `answer`: the line that answers every request. */
export const apacheAround = (
  folder: string,
  hosts: Readonly<Record<number, string>>,
  answer = "Redirect 204 /",
): string =>
  [
    ...["mpm_event", "authz_core", "socache_shmcb", "ssl", "alias"]
      .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    // One process with a few threads; by default Apache starts three with 25 each.
    "ServerLimit 1\nStartServers 1\nThreadsPerChild 5\nMaxRequestWorkers 5",
    `PidFile ${folder}/apache.pid\nErrorLog ${folder}/apache2.log`,
    `DefaultRuntimeDir ${folder}\nServerName localhost`,
    ...Deno.uid() === 0 ? ["User www-data", "Group www-data"] : [],
    ...Object.entries(hosts).map(([port, lines]) =>
      `Listen 127.0.0.1:${port}\n<VirtualHost *:${port}>\n${lines}\n${answer}\n</VirtualHost>`
    ),
  ].join("\n") + "\n";
