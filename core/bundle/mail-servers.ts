/** The folders for mail servers. */
import { chainAndKey, copyStep, handshake, loadStep, pathsOf, undoFolder } from "./parts.ts";
import { installed } from "./lines.ts";
import type { Target } from "./target.ts";

export const postfix: Target = {
  documentation: "https://www.postfix.org/TLS_README.html#server_cert_key",
  pfx: null,
  write(material) {
    const load = "sudo postfix check && sudo systemctl reload postfix";
    const { chain, key } = pathsOf(material);
    return {
      files: chainAndKey(material),
      steps: [
        copyStep("postfix", material),
        {
          text:
            "In /etc/postfix/main.cf, in place of smtpd_tls_cert_file and smtpd_tls_key_file. The key comes first:",
          code: `smtpd_tls_chain_files = ${installed(material, key)}, ${
            installed(material, chain)
          }\nsmtpd_tls_security_level = may`,
        },
        loadStep(load),
      ],
      test: handshake(material, 25, "smtp"),
      undo: undoFolder("postfix", material, load),
    };
  },
};

export const dovecot: Target = {
  documentation: "https://doc.dovecot.org/2.3/configuration_manual/dovecot_ssl_configuration/",
  pfx: null,
  write(material) {
    const load = "sudo doveconf -n > /dev/null && sudo systemctl reload dovecot";
    const { chain, key } = pathsOf(material);
    return {
      files: chainAndKey(material),
      steps: [
        copyStep("dovecot", material),
        {
          text:
            "In /etc/dovecot/conf.d/10-ssl.conf, in place of the lines with the same names. The sign < reads the file. Dovecot 2.4 has ssl_server_cert_file and ssl_server_key_file, without the sign:",
          code: `ssl = required\nssl_cert = <${installed(material, chain)}\nssl_key = <${
            installed(material, key)
          }`,
        },
        loadStep(load),
      ],
      test: handshake(material, 143, "imap"),
      undo: undoFolder("dovecot", material, load),
    };
  },
};
