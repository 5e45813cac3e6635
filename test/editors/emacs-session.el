;; One session in Emacs with Eglot, as a person would have it: open, read the problems, hover, complete, mend. What was seen is
;; written as JSON to RESULT_FILE. CONFIGURATION is what the documentation has a person write.
(package-initialize)
(require 'eglot)
(require 'json)
(defvar patience 30 "Seconds.")

(defun wait-for (what condition)
  (with-timeout (patience (error "%s did not come" what))
    (while (not (funcall condition)) (accept-process-output nil 0.05))))

(defun problems ()
  (flymake-start)
  (mapcar (lambda (one)
            `((line . ,(line-number-at-pos (flymake-diagnostic-beg one)))
              (message . ,(flymake-diagnostic-text one))))
          (flymake-diagnostics)))

(defun ask (method line column)
  (goto-char (point-min))
  (forward-line (1- line))
  (forward-char column)
  (jsonrpc-request (eglot--current-server-or-lose) method (eglot--TextDocumentPositionParams)))

(defun session ()
  (eval (read (getenv "CONFIGURATION")) t)
  (find-file (getenv "VALUES_FILE"))
  (yaml-mode)
  (apply #'eglot--connect (eglot--guess-contact))
  (wait-for "The problem of the typo" #'problems)
  (let ((seen `((problems . ,(vconcat (problems))))))
    (push `(hover . ,(ask :textDocument/hover 2 4)) seen)
    ;; What a person would choose among the actions at the problem.
    (goto-char (point-min))
    (forward-line 2)
    (let* ((place (list :start (eglot--pos-to-lsp-position (+ 2 (point)))
                        :end (eglot--pos-to-lsp-position (line-end-position))))
           (actions (jsonrpc-request
                     (eglot--current-server-or-lose) :textDocument/codeAction
                     (list :textDocument (eglot--TextDocumentIdentifier) :range place
                           :context (list :diagnostics [] :only ["quickfix"])))))
      (eglot--apply-workspace-edit (plist-get (aref actions 0) :edit) nil))
    (push `(mended . ,(buffer-substring-no-properties (point-min) (point-max))) seen)
    (eglot--signal-textDocument/didChange)
    (wait-for "A text without problems" (lambda () (null (problems))))
    (push `(completion . ,(ask :textDocument/completion 3 6)) seen)
    seen))

(let ((result (condition-case failure (session)
                (error `((failure . ,(error-message-string failure)))))))
  (with-temp-file (getenv "RESULT_FILE") (insert (json-encode result))))
(kill-emacs)
