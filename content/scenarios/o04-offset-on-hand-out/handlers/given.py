def consume(consumer, mailer):
    while True:
        records = consumer.poll(max=1)
        for record in records:
            mailer.send({"to": record.value.order, "subject": "Paid"})
