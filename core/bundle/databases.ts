/** The folders for databases. Their servers read the files as their own users. */
import { copyCommands, installed } from "./lines.ts";
import { chainAndKey, copyFiles, handshake, loadStep, pathsOf, undoFolder } from "./parts.ts";
import type { Target } from "./target.ts";

export const postgresql: Target = {
  documentation: "https://www.postgresql.org/docs/current/ssl-tcp.html",
  pfx: null,
  write(material) {
    const { chain, key } = pathsOf(material);
    const load = "sudo systemctl reload postgresql";
    return {
      files: chainAndKey(material),
      steps: [
        // A key of root may be readable by a group, and by no other user.
        copyFiles(
          "postgresql",
          material,
          copyCommands(material, [chain], [key], "postgres"),
        ),
        {
          text: "In postgresql.conf, in place of the lines with the same names:",
          code: `ssl = on\nssl_cert_file = '${installed(material, chain)}'\nssl_key_file = '${
            installed(material, key)
          }'`,
        },
        { text: "Load it. Its log says if a file cannot be read:", code: load },
      ],
      test: handshake(material, 5432, "postgres"),
      undo: undoFolder("postgresql", material, load),
    };
  },
};

export const mariadb: Target = {
  documentation: "https://mariadb.com/kb/en/securing-connections-for-client-and-server/",
  pfx: null,
  write(material) {
    const { chain, key } = pathsOf(material);
    const load =
      "sudo mariadbd --user=mysql --help --verbose > /dev/null && sudo systemctl restart mariadb";
    return {
      files: chainAndKey(material),
      steps: [
        copyFiles("mysql", material, copyCommands(material, [chain], [key], "mysql")),
        {
          text: "In a file of /etc/mysql/mariadb.conf.d, in the part [mariadb]:",
          code: `[mariadb]\nssl_cert = ${installed(material, chain)}\nssl_key = ${
            installed(material, key)
          }`,
        },
        loadStep(load),
      ],
      test: handshake(material, 3306, "mysql"),
      undo: undoFolder("mysql", material, load),
    };
  },
};
